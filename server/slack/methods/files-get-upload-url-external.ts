import { z } from 'zod'
import { beginUpload } from '#server/usecases/files/begin-upload.ts'
import { textArgument, wholeArgument } from '../arguments.ts'
import { publicFileId } from '../file-object.ts'
import { defineMethod } from '../method.ts'
import { publicWorkspaceId } from '../public-ids.ts'

/** The first of three steps: the bytes then go to the address it answers with, which admits this one upload. */
export const filesGetUploadUrlExternal = defineMethod({
  name: 'files.getUploadURLExternal',
  scopes: ['files:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input: z.object({
    filename: textArgument,
    length: wholeArgument('invalid_arguments', { from: 1, to: Number.MAX_SAFE_INTEGER }),
  }),
  run: async ({ host, actor }, { filename, length }) => {
    const { id, secret } = await beginUpload(host.resources, actor, { name: filename, size: length, byTicket: true })
    const path = `/api/files/upload/${publicWorkspaceId(actor.workspaceId)}/${publicFileId(id)}/${secret}`
    return { upload_url: new URL(path, host.appUrl).href, file_id: publicFileId(id) }
  },
})
