import { z } from 'zod'
import type { FileId } from '#server/domain/ids.ts'
import { MAX_FILES_PER_MESSAGE } from '#server/domain/files/limits.ts'
import { beginUpload } from '#server/usecases/files/begin-upload.ts'
import { finishUpload } from '#server/usecases/files/finish-upload.ts'
import { discardFile } from '#server/usecases/files/remove-file.ts'
import { loadUploadState } from '#server/usecases/files/take-part.ts'
import { memberProcedure, router } from '../procedures.ts'

const fileIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/)
  .transform((value) => value as FileId)

/** All files of a message, in order; more are refused with words of their own further in. */
export const fileIdsSchema = z
  .array(fileIdSchema)
  .max(MAX_FILES_PER_MESSAGE * 2)
  .readonly()

const ofFile = memberProcedure.input(z.object({ id: fileIdSchema }))

/** Uploads but for their bytes, which go to `/api/files` part by part. */
export const filesRouter = router({
  begin: memberProcedure
    .input(z.object({ name: z.string().max(1_000), size: z.number() }))
    .mutation(async ({ ctx, input: { name, size } }) => {
      const { id, partBytes, parts } = await beginUpload(ctx.resources, ctx.actor, { name, size })
      return { id, partBytes, parts }
    }),

  /** How far an upload has come, for going on after a break. */
  state: ofFile.query(({ ctx, input }) => loadUploadState(ctx.resources, ctx.actor, input.id)),

  finish: ofFile.mutation(({ ctx, input }) => finishUpload(ctx.resources, ctx.actor, { id: input.id })),

  discard: ofFile.mutation(({ ctx, input }) => discardFile(ctx.resources, ctx.actor, input.id)),
})
