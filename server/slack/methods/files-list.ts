import { z } from 'zod'
import { isImageType } from '#server/domain/files/file-type.ts'
import type { MemberId } from '#server/domain/ids.ts'
import type { FileRow } from '#server/usecases/files/file-facts.ts'
import { listFiles, loadShares } from '#server/usecases/files/list-files.ts'
import { listArgument, textArgument, wholeArgument } from '../arguments.ts'
import { fileObject } from '../file-object.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { wrongArgument } from '../slack-error.ts'

const MOST = 1_000
const second = wholeArgument('invalid_arguments', { from: 0, to: 99_999_999_999 })
const input = z.object({
  channel: textArgument.optional(),
  user: textArgument.optional(),
  ts_from: second.optional(),
  ts_to: second.optional(),
  types: listArgument.default(['all']),
  count: wholeArgument('invalid_arguments', { from: 1, to: MOST }).default(100),
  page: wholeArgument('invalid_arguments', { from: 1, to: MOST }).default(1),
})

/** Slack's kinds, as far as there are such files here. */
const KINDS: Record<string, (file: FileRow) => boolean> = {
  all: () => true,
  images: ({ type }) => isImageType(type),
  pdfs: ({ type }) => type === 'application/pdf',
  zips: ({ type }) => type === 'application/zip',
  snippets: ({ type }) => type === 'text/plain',
  gdocs: () => false,
  spaces: () => false,
}

/** Of one's own and what is shown where one may read, newest first; the thousand newest are paged through. */
export const filesList = defineMethod({
  name: 'files.list',
  scopes: ['files:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'search',
  input,
  run: async (call, { channel, user, ts_from, ts_to, types, count, page }) => {
    const unknown = types.find((type) => !(type in KINDS))
    if (unknown !== undefined)
      throw wrongArgument('unknown_type', 'types', unknown, `one of ${Object.keys(KINDS).join(', ')}`)
    const ownerId = user === undefined ? undefined : readPublicId<MemberId>('member', user)
    if (ownerId === null) throw wrongArgument('user_not_found', 'user', user, 'no member has this id')
    const place = channel === undefined ? undefined : await findConversation(call, channel)
    const all = await listFiles(call.host.resources, call.actor, {
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(place === undefined ? {} : { conversationId: place.id }),
      ...(ts_from === undefined ? {} : { from: ts_from * 1000 }),
      ...(ts_to === undefined ? {} : { to: ts_to * 1000 + 999 }),
    })
    const found = all.filter((file) => types.some((type) => KINDS[type]?.(file)))
    const shown = found.slice((page - 1) * count, page * count)
    const files = []
    for (const file of shown) {
      files.push(fileObject(call, file, await loadShares(call.host.resources, call.actor, file.id)))
    }
    return { files, paging: { count, total: found.length, page, pages: Math.ceil(found.length / count) } }
  },
})
