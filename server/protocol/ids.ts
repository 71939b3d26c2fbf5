import { z } from 'zod'
import type { RowId, WebhookId } from '#server/domain/ids.ts'

/** Of notices and invitations, which have no prefixed form. */
export const rowIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/)
  .transform((value) => value as RowId)

export const webhookIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/)
  .transform((value) => value as WebhookId)
