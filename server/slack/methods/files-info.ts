import { z } from 'zod'
import { loadShares } from '#server/usecases/files/list-files.ts'
import { textArgument } from '../arguments.ts'
import { pageEnd } from '../cursor.ts'
import { fileObject } from '../file-object.ts'
import { findFile } from '../find-file.ts'
import { defineMethod } from '../method.ts'

export const filesInfo = defineMethod({
  name: 'files.info',
  scopes: ['files:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ file: textArgument }),
  run: async (call, { file }) => {
    const found = await findFile(call, file)
    const shares = await loadShares(call.host.resources, call.actor, found.id)
    return { file: fileObject(call, found, shares), comments: [], ...pageEnd(null) }
  },
})
