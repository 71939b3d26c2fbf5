/*
 * Who loses the right to read a conversation, at a gateway that every word about it may miss. Each number is one change; a
 * frame carries the number and the version of the rights (acl_version) that its message was committed under. Frames come in
 * any order or not at all; of the removal itself there may be none.
 *   safe   nothing above the number of the removal is shown to who was removed (I7)
 *   done   once the room has heard of any later message, it knows that the member is gone
 */
#define MESSAGES 3

byte lastSeq, acl = 1, removedAt;
bit isMember = 1;
/* frames by message: number (0: none on its way) and version */
byte seq[MESSAGES], version[MESSAGES];
/* the gateway's room: the version it has confirmed, and whether the member is in it */
byte confirmed = 1, heard;
bit inRoom = 1;

proctype Author() {
  byte i;
  do
  :: i < MESSAGES -> d_step { lastSeq++; seq[i] = lastSeq; version[i] = acl; i++ }
  :: i == MESSAGES -> break
  od
}

proctype Owner() {
  if
  :: d_step { lastSeq++; acl++; isMember = 0; removedAt = lastSeq };
     if :: d_step { confirmed = acl; inRoom = isMember } :: skip fi   /* the gateway is told, or the word is lost */
  :: skip
  fi
}

inline hear(i) {
  d_step { seq[i] > 0 -> number = seq[i]; newer = (version[i] > confirmed); seq[i] = 0 };
  if
  :: skip                                              /* lost on its way */
  ::
#ifndef M_NO_ACL_VERSION
     if
     :: newer -> d_step { confirmed = acl; inRoom = isMember }   /* the members are read before anyone is told */
     :: else
     fi;
#endif
     d_step { assert(!inRoom || removedAt == 0 || number < removedAt); heard = (number > heard -> number : heard) }
  fi;
  d_step { number = 0; newer = 0 }
}

proctype Gateway() {
  byte number; bit newer;
end_idle:
  do
  :: hear(0)
  :: hear(1)
  :: hear(2)
  od
}

proctype Monitor() {
end_idle:
  timeout -> assert(removedAt == 0 || heard < removedAt || !inRoom)
}

init { atomic { run Author(); run Owner(); run Gateway(); run Monitor() } }
