import { idTimeMs } from '#server/domain/ids.ts'
import { offsetSecondsAt, parseZone } from '#server/domain/time/zone.ts'
import type { MemberView } from '#server/usecases/members/list-members.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicBotId, publicMemberId, publicWorkspaceId } from './public-ids.ts'

/** A member as programs see them; the address only with its own scope. */
export function userObject({ actor, holder }: SlackCall, member: MemberView, now_s: number): Answer {
  const id = publicMemberId(member.id)
  const isBot = member.kind === 'bot'
  const administers = member.role !== 'member'
  const showsEmail = !isBot && holder.scopes.includes('users:read.email')
  return {
    id,
    team_id: publicWorkspaceId(actor.workspaceId),
    name: handleOf(member.displayName) || id.toLowerCase(),
    real_name: member.displayName,
    deleted: member.deactivated,
    tz: member.zone,
    tz_label: zoneLabel(member.zone, now_s),
    tz_offset: offsetSecondsAt(now_s, parseZone(member.zone)),
    profile: {
      team: publicWorkspaceId(actor.workspaceId),
      real_name: member.displayName,
      real_name_normalized: member.displayName,
      display_name: member.displayName,
      display_name_normalized: member.displayName,
      ...(isBot ? { bot_id: publicBotId(member.id) } : {}),
      ...(showsEmail ? { email: member.email } : {}),
    },
    is_admin: administers,
    is_owner: member.role === 'owner',
    is_primary_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: isBot,
    is_app_user: false,
    updated: Math.floor(idTimeMs(member.id) / 1000),
  }
}

/** `Ana López` is `ana.lópez`: Slack's form of a name, for programs that show it. Not unique. */
const handleOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '.')
    .replace(/^\.|\.$/g, '')

function zoneLabel(zone: string, now_s: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' }).formatToParts(now_s * 1000)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
