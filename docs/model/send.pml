/*
 * How a scheduled message becomes one message, as built. Two messages (0 and 1) of one channel; two dispatchers and a
 * sweeper; fast queue with claims; hydrator; outbox and relay; one client; the author; clocks. README.md says what each
 * part stands for and what the mutants break.
 *
 * The state space has no cycle: everything waits until there is something to do, and every fault has a budget. So
 *   safe     assertions at the step where harm would be done
 *   done     when nothing can move any more, every acknowledged message is SENT or CANCELED, and no claim is left
 *   visible  when nothing can move any more, the client shows exactly the messages the server has
 * and `pan -l` shows that there is no run that moves for ever.
 */
#ifndef CRASHES
#define CRASHES 1   /* of any process, anywhere */
#endif
#ifndef ZOMBIES
#define ZOMBIES 1   /* a lease runs out while its owner lives */
#endif
#ifndef SLOW
#define SLOW 0      /* a claim runs out while its owner lives */
#endif
#ifndef FLUSHES
#define FLUSHES 1   /* Redis loses everything */
#endif
#ifndef OLDS
#define OLDS 0      /* Redis comes back from an older state: an id is there again */
#endif
#ifndef DROPS
#define DROPS 1     /* a frame is lost on its way */
#endif
#ifndef REPEATS
#define REPEATS 0   /* a frame is delivered twice, by reconnecting or by the relay */
#endif
#ifndef FAILOVERS
#define FAILOVERS 0 /* the primary is lost with its last commits */
#endif

/* who takes part in this run */
#ifndef DISPATCHERS
#define DISPATCHERS 2
#endif
#ifndef SWEEPER
#define SWEEPER 0
#endif
#ifndef HYDRATOR
#define HYDRATOR 1
#endif
#ifndef CLIENT
#define CLIENT 0    /* relay, frames and client */
#endif
#ifndef HEADS
#define HEADS 1     /* the gateway tells clients where each channel stands */
#endif
#ifndef EDITS
#define EDITS 1
#endif
#ifndef MOVES
#define MOVES 0
#endif
#ifndef CANCELS
#define CANCELS 1
#endif

#ifndef DUE_FROM_START
#define DUE_FROM_START 0
#endif

#define NONE 0      /* not accepted yet */
#define SCHED 1
#define DISP 2
#define SENT 3
#define CANC 4

#define OUT 0       /* where an id is in Redis */
#define DUE 1
#define CLAIMED 2
#define ORPHAN 3    /* claimed by a process that died */
#define RUNOUT 4    /* its claim has run out */

/* MySQL: rows of scheduled_message (st, fence, lease, version), of message (rows, seq, body), channel, outbox */
byte st[2], fence[2], ver[2], rows[2], seq[2], body[2];
bit due[2], expired[2], dead[2];
byte lastSeq, outbox, epoch;
/* Redis */
byte q[2];
bit early[2], loaded, loading;
/* on the wire, and at the client */
byte frames, shown[2], cursor, clientEpoch;
bit gap;
/* what the author was told */
byte ackVer[2];
bit acked[2], cancelAck[2];
/* faults spent */
byte crashes, zombies, slows, flushes, olds, drops, repeats, failovers;

#define pending(m) (st[m] == SCHED || st[m] == DISP)
#define awake(m) ((st[m] == SCHED && due[m]) || (st[m] == DISP && expired[m]))
#define changeable(m) (st[m] == SCHED || (st[m] == DISP && expired[m]))
#define fresh(m) (q[m] == DUE && (awake(m) || early[m] || (st[m] != NONE && !pending(m))))
#define busy (q[0] == CLAIMED || q[0] == ORPHAN || q[0] == RUNOUT || q[1] == CLAIMED || q[1] == ORPHAN || q[1] == RUNOUT)
#define has(mask, m) (mask & (1 << m))
/* ranges 1..1, 2..2, 1..2 and more are bits of a set: order and number of frames do not matter then */
#define rangeBit(from, to) (from == to -> (from == 1 -> 1 : 2) : 4)

#ifdef M_NO_UNIQUE_KEY
#define keyRefuses(m) false
#else
#define keyRefuses(m) (rows[m] > 0)
#endif
#ifdef M_NO_FENCE
#define holdsLease(m, f) (f > 0 && st[m] != SENT)
#else
#define holdsLease(m, f) (st[m] == DISP && fence[m] == f)
#endif
#ifdef M_DUE_BY_QUEUE
#define fastReady(m) (st[m] == SCHED)
#else
#define fastReady(m) (st[m] == SCHED && due[m])
#endif
#ifdef M_STALE_BODY
#define bodyNow(m) seen[m]
#else
#define bodyNow(m) ver[m]
#endif

#if CLIENT
#define tell() outbox = (from > 0 -> outbox | rangeBit(from, to) : outbox); era = epoch
#else
#define tell() skip
#endif

/* the message row: what is never to happen is asserted here */
inline insertMessage(m) {
  assert(due[m]);                      /* I2 */
  assert(!cancelAck[m]);               /* I3 */
  body[m] = bodyNow(m);
  assert(body[m] == ackVer[m]);        /* I3 */
#ifdef M_NUMBER_OUTSIDE
  seq[m] = number; number++;
  lastSeq = (seq[m] > lastSeq -> seq[m] : lastSeq);
#else
  lastSeq++; seq[m] = lastSeq;
#endif
  assert(m == 1 || seq[1] != seq[0]);  /* I5 */
  assert(m == 0 || seq[0] != seq[1]);
  rows[m]++;
  assert(rows[m] == 1);                /* I1 */
  from = (from == 0 -> seq[m] : from); to = seq[m]
}
inline markSent(m) { st[m] = SENT; fence[m]++; expired[m] = 0; dead[m] = 0; assert(rows[m] == 1) }

inline sendOne(m, may) {
  if
  :: has(mask, m) && (may) ->
     if :: keyRefuses(m) -> skip :: else -> insertMessage(m) fi;
#ifndef M_TWO_TRANSACTIONS
     markSent(m)
#endif
  :: else -> skip
  fi
}
inline leaseOne(m) {
  if
  :: has(mask, m) && awake(m) ->
     st[m] = DISP; fence[m]++; held[m] = fence[m]; expired[m] = 0; dead[m] = 0
  :: else -> held[m] = 0
  fi
}
inline dieOne(m) {
  if :: held[m] > 0 && st[m] == DISP && fence[m] == held[m] -> dead[m] = 1 :: else -> skip fi;
  if :: mine && has(mask, m) && q[m] == CLAIMED -> q[m] = ORPHAN :: else -> skip fi;
  held[m] = 0
}
#if CRASHES
#define mayCrash :: d_step { crashes < CRASHES -> crashes++; dieOne(0); dieOne(1) } goto born
#else
#define mayCrash
#endif
/* the claim's end: done ids are forgotten, others go back at the time their row says */
inline settleOne(m) {
  if
  :: mine && has(mask, m) && (q[m] == CLAIMED || q[m] == RUNOUT) -> q[m] = (pending(m) -> DUE : OUT); early[m] = 0
  :: else -> skip
  fi
}

#ifdef M_STALE_BODY
#define see() seen[0] = ver[0]; seen[1] = ver[1]
#else
#define see() skip
#endif
#define take(m) q[m] = (has(mask, m) -> CLAIMED : q[m])
#define tried(m) (has(mask, m) && st[m] == DISP && expired[m])

proctype Sender(bit isSweeper) {
  byte mask, held[2], from, to, era; bit leaseFirst, mine;
#ifdef M_STALE_BODY
  byte seen[2];
#endif
#ifdef M_NUMBER_OUTSIDE
  byte number;
#endif
end_idle:
  do
  :: d_step { !isSweeper && (q[0] == RUNOUT || q[1] == RUNOUT) ->
       mask = (q[0] == RUNOUT -> 1 : 0) + (q[1] == RUNOUT -> 2 : 0); leaseFirst = 1; mine = 1; take(0); take(1); see() } break
  :: d_step { !isSweeper && !busy && (fresh(0) || fresh(1)) ->
       mask = (fresh(0) -> 1 : 0) + (fresh(1) -> 2 : 0); mine = 1; take(0); take(1); see() } break
  :: d_step { !isSweeper && !loaded && (awake(0) || awake(1)) ->
       mask = (awake(0) -> 1 : 0) + (awake(1) -> 2 : 0); see() } break
#ifndef M_NO_SWEEPER
  :: d_step { isSweeper && awake(0) -> mask = 1; leaseFirst = 1; see() } break
  :: d_step { isSweeper && !awake(0) && awake(1) -> mask = 2; leaseFirst = 1; see() } break
#endif
  od;
#ifdef M_SETTLE_FIRST
  skip;
  d_step { if :: mine -> q[0] = (has(mask, 0) -> OUT : q[0]); q[1] = (has(mask, 1) -> OUT : q[1]) :: else -> skip fi };
#endif
#ifdef M_NUMBER_OUTSIDE
  skip; number = lastSeq + 1;
#endif
  if
  mayCrash
  :: d_step { !leaseFirst ->
       sendOne(0, fastReady(0)); sendOne(1, fastReady(1));
#ifndef M_TWO_TRANSACTIONS
       tell();
#endif
       leaseFirst = (from == 0 && (tried(0) || tried(1))) }
#ifdef M_TWO_TRANSACTIONS
     if
     mayCrash
     :: d_step {
          if :: has(mask, 0) && rows[0] > 0 && st[0] != SENT -> assert(st[0] != CANC); markSent(0) :: else -> skip fi;
          if :: has(mask, 1) && rows[1] > 0 && st[1] != SENT -> assert(st[1] != CANC); markSent(1) :: else -> skip fi;
          tell() }
     fi
#endif
  :: leaseFirst
  fi;
  /* a row that was tried before goes through a lease; so does everything the sweeper or a run-out claim brings */
  if
  :: leaseFirst ->
     d_step { leaseOne(0); leaseOne(1) };
     if
     mayCrash
     :: d_step {
          sendOne(0, held[0] > 0 && holdsLease(0, held[0])); sendOne(1, held[1] > 0 && holdsLease(1, held[1]));
#ifdef M_TWO_TRANSACTIONS
          if :: has(mask, 0) && rows[0] > 0 && st[0] == DISP -> markSent(0) :: else -> skip fi;
          if :: has(mask, 1) && rows[1] > 0 && st[1] == DISP -> markSent(1) :: else -> skip fi;
#endif
          tell(); held[0] = 0; held[1] = 0 }
     fi
  :: else
  fi;
#if CLIENT
#ifdef M_NO_OUTBOX
  outbox = 0;
#endif
  /* published, lost on the way, or Redis is away and the relay does it */
  if
  mayCrash
  :: d_step { from == 0 || era != epoch }
  :: d_step { from > 0 && era == epoch -> frames = frames | rangeBit(from, to) } goto told
  :: d_step { from > 0 && drops < DROPS -> drops++ } goto told
  :: d_step { from > 0 && era == epoch }
  fi;
  goto settle;
told:
  if
  mayCrash
  :: d_step { outbox = (era == epoch -> outbox & (7 - rangeBit(from, to)) : outbox) }
  fi;
#endif
settle:
  if
  mayCrash
  :: d_step { settleOne(0); settleOne(1) }
  fi;
born:
  atomic { mask = 0; held[0] = 0; held[1] = 0; from = 0; to = 0; era = 0; leaseFirst = 0; mine = 0;
#ifdef M_NUMBER_OUTSIDE
    number = 0;
#endif
#ifdef M_STALE_BODY
    seen[0] = 0; seen[1] = 0;
#endif
    goto end_idle }
}

proctype Relay() {
  byte r, era;
end_idle:
  do
  :: d_step { outbox > 0 -> r = (outbox & 1 -> 1 : (outbox & 2 -> 2 : 4)); era = epoch };
#ifdef M_RELAY_DELETES_FIRST
     d_step { outbox = outbox & (7 - r) };
     if :: d_step { crashes < CRASHES -> crashes++; r = 0 } goto end_idle :: skip fi;
#endif
     if
     :: d_step { era == epoch -> frames = frames | r }
     :: era != epoch
     :: d_step { drops < DROPS -> drops++ }
     fi;
     if :: d_step { crashes < CRASHES -> crashes++; r = 0 } goto end_idle :: skip fi;
     d_step { outbox = (era == epoch -> outbox & (7 - r) : outbox); r = 0; era = 0 }
  od
}

/* loads what Redis is not known to hold, in steps; looks behind for what is overdue */
proctype Hydrator() {
end_idle:
  do
  :: d_step { !loaded -> loading = 1 };
     d_step {
       if :: pending(0) && q[0] == OUT -> q[0] = DUE :: else -> skip fi;
       if :: pending(1) && q[1] == OUT -> q[1] = DUE :: else -> skip fi };
#ifdef M_LOADED_BLINDLY
     d_step { loaded = 1; loading = 0 }
#else
     d_step { if :: loading -> loaded = 1; loading = 0 :: else -> skip fi }
#endif
#ifndef M_NO_LOOK_BEHIND
  :: d_step { awake(0) && q[0] == OUT -> q[0] = DUE }
  :: d_step { awake(1) && q[1] == OUT -> q[1] = DUE }
#endif
  od
}

proctype Clock() {
end_idle:
  do
  :: d_step { !due[0] || !due[1] -> due[0] = 1; due[1] = 1 }   /* their common second */
#ifndef M_LEASES_NEVER_END
  :: d_step { st[0] == DISP && !expired[0] && dead[0] -> expired[0] = 1 }
  :: d_step { st[1] == DISP && !expired[1] && dead[1] -> expired[1] = 1 }
#endif
  :: d_step { st[0] == DISP && !expired[0] && !dead[0] && zombies < ZOMBIES -> expired[0] = 1; zombies++ }
  :: d_step { st[1] == DISP && !expired[1] && !dead[1] && zombies < ZOMBIES -> expired[1] = 1; zombies++ }
#ifndef M_CLAIMS_NEVER_END
  :: d_step { q[0] == ORPHAN -> q[0] = RUNOUT }
  :: d_step { q[1] == ORPHAN -> q[1] = RUNOUT }
#endif
#if SLOW > 0
  :: d_step { q[0] == CLAIMED && slows < SLOW -> q[0] = RUNOUT; slows++ }
  :: d_step { q[1] == CLAIMED && slows < SLOW -> q[1] = RUNOUT; slows++ }
#endif
  od
}

#ifdef M_NO_RUN_ID
#define wholeAgain 1   /* what was declared whole in an older state counts now */
#else
#define wholeAgain 0
#endif
proctype Redis() {
end_idle:
  do
  :: d_step { flushes < FLUSHES && (loaded || loading || q[0] + q[1] > 0) ->
       flushes++; q[0] = OUT; q[1] = OUT; early[0] = 0; early[1] = 0; loaded = 0; loading = 0 }
#if OLDS > 0
  :: d_step { olds < OLDS && q[0] == OUT && st[0] != NONE -> olds++; q[0] = DUE; early[0] = 1; loaded = wholeAgain }
  :: d_step { olds < OLDS && q[1] == OUT && st[1] != NONE -> olds++; q[1] = DUE; early[1] = 1; loaded = wholeAgain }
#endif
  od
}

/* message 1 is accepted while everything else goes on; its enqueue may fail where somebody heals that */
proctype Accept() {
#ifdef M_ACK_BEFORE_COMMIT
  acked[1] = 1;
  if :: d_step { crashes < CRASHES -> crashes++ } goto over :: skip fi;
#endif
  d_step { st[1] = SCHED; ver[1] = 1; ackVer[1] = 1 };
#if HYDRATOR || SWEEPER
  if :: d_step { crashes < CRASHES -> crashes++ } goto over :: skip fi;
#endif
  acked[1] = 1;
  if
  :: d_step { q[1] == OUT -> q[1] = DUE }
#if HYDRATOR || SWEEPER
  :: skip
#else
  :: q[1] != OUT
#endif
  fi;
over: skip
}

#ifdef M_EDIT_KEEPS_FENCE
#define raiseByEdit(m)
#else
#define raiseByEdit(m) fence[m]++
#endif
#ifdef M_CANCEL_KEEPS_FENCE
#define raiseByCancel(m)
#else
#define raiseByCancel(m) fence[m]++
#endif

/* edits and moves message 0, cancels message 1: each at any moment, each at most once */
proctype Author() {
  bit edited, moved, canceled, may;
end_idle:
  do
#if EDITS
#ifdef M_EDIT_WITHOUT_LOCK
  :: d_step { !edited && pending(0) -> edited = 1; may = changeable(0) };
     d_step { if :: may -> ver[0]++; ackVer[0] = ver[0]; raiseByEdit(0);
                   if :: st[0] == DISP && expired[0] -> st[0] = SCHED; expired[0] = 0; dead[0] = 0 :: else -> skip fi;
                   assert(st[0] != SENT)
                 :: else -> skip fi; may = 0 }
#else
  :: d_step { !edited && changeable(0) ->
       edited = 1; ver[0]++; ackVer[0] = ver[0]; raiseByEdit(0); st[0] = SCHED; expired[0] = 0; dead[0] = 0;
       q[0] = (q[0] == OUT -> DUE : q[0]) }
#endif
#endif
#if MOVES
  :: d_step { !moved && changeable(0) ->
       moved = 1; ver[0]++; ackVer[0] = ver[0]; raiseByEdit(0); st[0] = SCHED; expired[0] = 0; dead[0] = 0; due[0] = 0;
       early[0] = (q[0] == DUE); q[0] = (q[0] == OUT -> DUE : q[0]) }
#endif
#if CANCELS
#ifdef M_CANCEL_WITHOUT_LOCK
  :: d_step { !canceled && changeable(1) -> canceled = 1 };
     d_step { st[1] = CANC; cancelAck[1] = 1; raiseByCancel(1); expired[1] = 0; assert(rows[1] == 0) }
#else
  :: d_step { !canceled && changeable(1) ->
       canceled = 1; st[1] = CANC; cancelAck[1] = 1; raiseByCancel(1); expired[1] = 0; dead[1] = 0;
       assert(rows[1] == 0) }
#endif
#endif
  :: break   /* whatever is left undone */
  od
}

inline apply(m, after, upTo) {
  if
  :: rows[m] > 0 && seq[m] > after && seq[m] <= upTo ->
#ifdef M_NO_CLIENT_DEDUP
     shown[m]++;
#else
     shown[m] = 1;
#endif
     assert(shown[m] == 1)             /* I6 */
  :: else -> skip
  fi
}
inline deliver(from, to) {
  apply(0, from - 1, to); apply(1, from - 1, to);
#ifdef M_CURSOR_JUMPS
  cursor = (to > cursor -> to : cursor)
#else
  if
  :: from == cursor + 1 -> cursor = to
  :: else -> gap = (to > cursor -> 1 : gap)
  fi
#endif
}
inline receive(r, from, to) {
#ifdef M_NO_CLIENT_DEDUP
  deliver(from, to);
#else
  if :: to > cursor -> deliver(from, to) :: else -> skip fi;
#endif
  frames = frames & (7 - r)
}

#define behind (gap || (HEADS && (lastSeq > cursor || epoch != clientEpoch)))
proctype Client() {
  byte head, headEpoch;
end_idle:
  do
  :: d_step { frames & 1 -> receive(1, 1, 1) }
  :: d_step { frames & 2 -> receive(2, 2, 2) }
  :: d_step { frames & 4 -> receive(4, 1, 2) }
#if REPEATS > 0
  :: d_step { repeats < REPEATS && (frames & 1) -> repeats++; receive(0, 1, 1) }
  :: d_step { repeats < REPEATS && (frames & 2) -> repeats++; receive(0, 2, 2) }
  :: d_step { repeats < REPEATS && (frames & 4) -> repeats++; receive(0, 1, 2) }
#endif
  :: d_step { behind ->
#ifdef M_HEAD_READ_LAST
       apply(0, cursor, 9); apply(1, cursor, 9) };
     d_step { head = lastSeq; headEpoch = epoch };
#else
       head = lastSeq; headEpoch = epoch };
#endif
     d_step {
       gap = 0;
       if
       :: headEpoch != epoch -> skip   /* the page says so, and it is asked for again */
#ifndef M_NO_EPOCH
       :: headEpoch == epoch && headEpoch != clientEpoch ->
          shown[0] = (rows[0] > 0 && seq[0] <= head); shown[1] = (rows[1] > 0 && seq[1] <= head);
          cursor = head; clientEpoch = headEpoch
#endif
       :: headEpoch == epoch && headEpoch == clientEpoch ->
#ifndef M_HEAD_READ_LAST
          apply(0, cursor, 9); apply(1, cursor, 9);
#endif
          cursor = (head > cursor -> head : cursor)
       fi;
       head = 0; headEpoch = 0 }
  od
}

#if FAILOVERS > 0
/* a replica without the last commits becomes primary; whoever ran the old one is cut off, the epoch is raised */
byte k_st[2], k_fence[2], k_ver[2], k_rows[2], k_seq[2], k_body[2], k_lastSeq, k_outbox, k_ack[2];
bit k_due[2], k_exp[2], k_dead[2], k_acked[2], k_cancel[2];
#define keep(m) k_st[m] = st[m]; k_fence[m] = fence[m]; k_ver[m] = ver[m]; k_rows[m] = rows[m]; k_seq[m] = seq[m]; \
  k_body[m] = body[m]; k_ack[m] = ackVer[m]; k_acked[m] = acked[m]; k_cancel[m] = cancelAck[m]; k_exp[m] = expired[m]; k_dead[m] = dead[m]
#define found(m) q[m] = (pending(m) && q[m] == OUT -> DUE : q[m])   /* by the look-behind */
#define lose(m) st[m] = k_st[m]; fence[m] = k_fence[m]; ver[m] = k_ver[m]; rows[m] = k_rows[m]; seq[m] = k_seq[m]; \
  body[m] = k_body[m]; ackVer[m] = k_ack[m]; acked[m] = k_acked[m]; cancelAck[m] = k_cancel[m]; expired[m] = k_exp[m]; dead[m] = (st[m] == DISP)
proctype Failover() {
end_idle:
  d_step { st[1] != NONE && (rows[0] + rows[1] < 2) -> keep(0); keep(1); k_lastSeq = lastSeq; k_outbox = outbox };
  d_step { lastSeq > k_lastSeq && failovers < FAILOVERS -> failovers++; frames = 0; lose(0); lose(1); lastSeq = k_lastSeq; outbox = k_outbox; found(0); found(1);
#ifdef M_NO_EPOCH
    skip
#else
    epoch++
#endif
  }
}
#endif

#define final(m) (!acked[m] || st[m] == SENT || st[m] == CANC)
#define settled(m) (final(m) && (st[m] != SENT || rows[m] == 1) && (st[m] == SENT || rows[m] == 0) && (!CLIENT || shown[m] == rows[m]) && \
  q[m] != CLAIMED && q[m] != ORPHAN && q[m] != RUNOUT)
proctype Monitor() {
end_idle:
  timeout -> assert(settled(0) && settled(1) && outbox == 0)
}

init {
  atomic {
    st[0] = SCHED; ver[0] = 1; ackVer[0] = 1; acked[0] = 1;
    due[0] = DUE_FROM_START; due[1] = DUE_FROM_START;
    if
    :: loaded = 1; q[0] = DUE
#if HYDRATOR || SWEEPER
    :: skip
#endif
    fi;
    run Sender(0);
#if DISPATCHERS > 1
    run Sender(0);
#endif
#if SWEEPER
    run Sender(1);
#endif
#if HYDRATOR
    run Hydrator();
#endif
    run Clock(); run Redis(); run Accept(); run Author();
#if CLIENT
    run Relay(); run Client();
#endif
#if FAILOVERS > 0
    run Failover();
#endif
    run Monitor()
  }
}
