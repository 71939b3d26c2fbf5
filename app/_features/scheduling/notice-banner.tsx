'use client'
import { X } from 'lucide-react'
import type { MemberId } from '#server/domain/ids.ts'
import type { NoticeView } from '#server/protocol/scheduled-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useMembers, useNotices } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { contentWords, FAIL_WORDS, LATE_WORDS } from '#app/_client/words.ts'
import { SeriesNotices } from './series-notices.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Banner } from '#app/_ui/banner.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'

/** Tells the author, wherever they are in the app, what could not be sent or went out late. */
export function NoticeBanner() {
  const { notices, markSeen } = useNotices()
  const failed = notices.filter(({ kind }) => kind === 'scheduled_failed')
  const others = notices.filter(({ kind }) => kind in ACTS)
  const late = notices.filter(({ kind }) => kind === 'scheduled_late')
  const moved = notices.filter(({ kind }) => kind === 'rules_changed')
  return (
    <>
      <SeriesNotices />
      {failed.length > 0 && (
        <NoticeLine
          notices={failed}
          tone="danger"
          show="failed"
          onDismiss={() => markSeen(failed.map(({ id }) => id))}
        />
      )}
      {late.length > 0 && (
        <NoticeLine notices={late} tone="warn" show="sent" onDismiss={() => markSeen(late.map(({ id }) => id))} />
      )}
      {moved.length > 0 && <MovedLine notices={moved} onDismiss={() => markSeen(moved.map(({ id }) => id))} />}
      {others.length > 0 && (
        <NoticeLine
          notices={others}
          tone="warn"
          show={others.every(({ kind }) => kind === 'admin_canceled') ? 'canceled' : 'scheduled'}
          onDismiss={() => markSeen(others.map(({ id }) => id))}
        />
      )}
    </>
  )
}

const isHeld = ({ reason }: NoticeView) => reason === 'held_channel_archived'

/** What an administrator did with a message, told to its author. */
const ACTS: Partial<Record<NoticeView['kind'], string>> = {
  admin_canceled: 'canceled',
  admin_moved: 'rescheduled',
  handed_over: 'handed over to you',
}

type Props = {
  notices: NoticeView[]
  tone: 'warn' | 'danger'
  show: 'failed' | 'sent' | 'scheduled' | 'canceled'
  onDismiss: () => void
}

function NoticeLine({ notices, tone, show, onDismiss }: Props) {
  const { workspaceId } = useWorkspace()
  const { zone, hour12 } = useTimeStyle()
  const nameOf = useConversationNames()
  const members = useMembers()
  const [first] = notices
  if (!first) return null
  const planned = moment(first.sendAt * 1000, { zone, hour12 }, serverNow())
  const act = ACTS[first.kind]
  const about =
    notices.length === 1
      ? `Your message to ${nameOf(first.conversationId)}, planned for ${planned},`
      : `${notices.length} of your scheduled messages`
  return (
    <Banner
      tone={tone}
      role="alert"
      label={LABELS[show]}
      actions={
        <AppLink
          href={`${sectionPath(workspaceId, 'scheduled')}?show=${show === 'failed' && notices.every(isHeld) ? 'drafts' : show}`}
          onClick={onDismiss}
          className="inline-flex min-h-(--touch) items-center rounded-small px-2.5 font-semibold underline underline-offset-2 hover:bg-hover"
        >
          {show === 'failed' ? 'See what to do' : show === 'sent' ? 'See when' : 'See them'}
        </AppLink>
      }
      dismiss={
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    >
      <span className="tabular-nums">
        {act ? (
          actWords(
            notices,
            nameOf(first.conversationId),
            planned,
            members?.get(first.actorId ?? ('' as MemberId))?.displayName,
          )
        ) : (
          <>
            {about} {show === 'failed' ? notSent(notices) : notices.length === 1 ? 'was sent late' : 'were sent late'}
            {notices.length === 1 ? reasonOf(first) : '.'}
          </>
        )}
      </span>
    </Banner>
  )
}

/** The rules of a zone changed: the wall clock was kept, so another instant came of it (T6). */
function MovedLine({ notices, onDismiss }: Pick<Props, 'notices' | 'onDismiss'>) {
  const { workspaceId } = useWorkspace()
  const { zone, hour12 } = useTimeStyle()
  const nameOf = useConversationNames()
  const [first] = notices
  if (!first) return null
  const now = moment(first.sendAt * 1000, { zone, hour12 }, serverNow())
  return (
    <Banner
      tone="warn"
      role="alert"
      label="Messages whose time zone has new rules"
      actions={
        <AppLink
          href={`${sectionPath(workspaceId, 'scheduled')}?show=scheduled`}
          onClick={onDismiss}
          className="inline-flex min-h-(--touch) items-center rounded-small px-2.5 font-semibold underline underline-offset-2 hover:bg-hover"
        >
          {notices.length === 1 ? 'Look at it' : 'Look at them'}
        </AppLink>
      }
      dismiss={
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    >
      <span className="tabular-nums">
        {notices.length === 1
          ? `The rules of its time zone changed. Your message to ${nameOf(first.conversationId)} keeps its time on the wall there, which is ${now} for you now.`
          : `The rules of their time zones changed. ${notices.length} of your messages keep their time on the wall there, which is another moment now.`}
      </span>
    </Banner>
  )
}

/** Not sent because its author wanted it so is no fault. */
const WANTED = new Set<NoticeView['reason']>(['replied_meanwhile', 'author_away', 'held_channel_archived'])
const notSent = (notices: readonly NoticeView[]): string =>
  !notices.every(({ reason }) => WANTED.has(reason))
    ? 'could not be sent'
    : notices.length === 1
      ? 'was not sent'
      : 'were not sent'

const LABELS: Record<Props['show'], string> = {
  failed: 'Messages that could not be sent',
  sent: 'Messages that were sent late',
  scheduled: 'Changed by an administrator',
  canceled: 'Canceled by an administrator',
}

function actWords(notices: NoticeView[], name: string, planned: string, who = 'An administrator'): string {
  const [first] = notices
  if (notices.length === 1 && first) {
    return first.kind === 'handed_over'
      ? `${who} handed a message to ${name} over to you, due ${planned}. It is yours now.`
      : `${who} ${ACTS[first.kind]} your message to ${name}, which was planned for ${planned}.`
  }
  const acts = [...new Set(notices.map(({ kind }) => ACTS[kind]))].join(' or ')
  return `${notices.length} messages were ${acts} by ${who === 'An administrator' ? 'an administrator' : who}.`
}

function reasonOf({ reason, violation, lateCause }: NoticeView): string {
  if (violation) return `. ${contentWords(violation.kind, violation.found)}`
  if (reason) return `. ${FAIL_WORDS[reason].reason}`
  return lateCause ? `, because ${LATE_WORDS[lateCause]}.` : '.'
}
