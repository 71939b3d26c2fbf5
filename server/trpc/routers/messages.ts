import { z } from 'zod'
import { conversationIdSchema, messageIdSchema } from '#server/protocol/frame.ts'
import { deleteMessage } from '#server/usecases/messages/delete-message.ts'
import { editMessage } from '#server/usecases/messages/edit-message.ts'
import { loadAround } from '#server/usecases/messages/load-around.ts'
import { loadHistory } from '#server/usecases/messages/load-history.ts'
import { loadThread } from '#server/usecases/messages/load-thread.ts'
import { loadMessageVersions } from '#server/usecases/messages/load-versions.ts'
import { loadPins, pinMessage } from '#server/usecases/messages/pin.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { react } from '#server/usecases/messages/react.ts'
import { loadSaved, saveMessage } from '#server/usecases/messages/save-message.ts'
import { defined } from '../defined.ts'
import { memberProcedure, router } from '../procedures.ts'
import { fileIdsSchema } from './files.ts'

const MOST_PER_PAGE = 200

/** Made by the client once per message; a repeat is answered with what the first made (C9). */
export const clientTokenSchema = z.string().min(8).max(64)

const ofMessage = memberProcedure.input(z.object({ conversationId: conversationIdSchema, messageId: messageIdSchema }))

export const messagesRouter = router({
  post: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        text: z.string(),
        fileIds: fileIdsSchema.optional(),
        threadRootId: messageIdSchema.nullish(),
        alsoInChannel: z.boolean().optional(),
        clientToken: clientTokenSchema,
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...message } }) =>
      postMessage(ctx.resources, ctx.actor, defined(message)),
    ),

  edit: ofMessage
    .input(z.object({ text: z.string(), seenEditedMs: z.number().int().nullable() }))
    .mutation(({ ctx, input: { workspaceId: _, ...edit } }) =>
      editMessage(ctx.resources, ctx.actor, { ...edit, payload: null }),
    ),

  delete: ofMessage.mutation(({ ctx, input: { workspaceId: _, ...message } }) =>
    deleteMessage(ctx.resources, ctx.actor, message),
  ),

  react: ofMessage
    .input(z.object({ emoji: z.string().max(100), on: z.boolean() }))
    .mutation(({ ctx, input: { workspaceId: _, ...choice } }) => react(ctx.resources, ctx.actor, choice)),

  pin: ofMessage
    .input(z.object({ on: z.boolean() }))
    .mutation(({ ctx, input: { workspaceId: _, ...choice } }) => pinMessage(ctx.resources, ctx.actor, choice)),

  pinned: memberProcedure
    .input(z.object({ conversationId: conversationIdSchema }))
    .query(({ ctx, input }) => loadPins(ctx.resources, ctx.actor, input.conversationId)),

  save: ofMessage
    .input(z.object({ on: z.boolean() }))
    .mutation(({ ctx, input: { workspaceId: _, ...choice } }) => saveMessage(ctx.resources, ctx.actor, choice)),

  saved: memberProcedure.query(({ ctx }) => loadSaved(ctx.resources, ctx.actor)),

  versions: ofMessage.query(({ ctx, input: { workspaceId: _, ...message } }) =>
    loadMessageVersions(ctx.resources, ctx.actor, message),
  ),

  thread: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        rootId: messageIdSchema,
        beforeSeq: z.number().int().positive().optional(),
        limit: z.number().int().min(1).max(MOST_PER_PAGE).default(50),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) => loadThread(ctx.resources, ctx.actor, page)),

  history: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        beforeSeq: z.number().int().positive().optional(),
        limit: z.number().int().min(1).max(MOST_PER_PAGE).default(50),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) => loadHistory(ctx.resources, ctx.actor, page)),

  around: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        at: messageIdSchema.or(z.number().int().positive()),
        before: z.number().int().min(0).max(MOST_PER_PAGE).default(25),
        after: z.number().int().min(0).max(MOST_PER_PAGE).default(25),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) => loadAround(ctx.resources, ctx.actor, page)),
})
