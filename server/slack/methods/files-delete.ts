import { z } from 'zod'
import { deleteFile } from '#server/usecases/files/remove-file.ts'
import { textArgument } from '../arguments.ts'
import { findFile } from '../find-file.ts'
import { defineMethod } from '../method.ts'

/** It goes from every message that shows it. */
export const filesDelete = defineMethod({
  name: 'files.delete',
  scopes: ['files:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input: z.object({ file: textArgument }),
  errors: { not_found: 'file_not_found', not_allowed: 'cant_delete_file' },
  run: async (call, { file }) => {
    const { id } = await findFile(call, file)
    await deleteFile(call.host.resources, call.actor, id)
    return {}
  },
})
