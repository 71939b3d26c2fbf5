import { compareIds, type MemberId } from '../ids.ts'

/** What makes a direct conversation the same one for both: its two members, smaller id first. With oneself: twice the same. */
export function directKeyOf(one: MemberId, other: MemberId): string {
  return compareIds(one, other) <= 0 ? `${one}:${other}` : `${other}:${one}`
}

/** The members of a direct conversation, one where it is with oneself. */
export function membersOfDirectKey(key: string): MemberId[] {
  return [...new Set(key.split(':'))] as MemberId[]
}
