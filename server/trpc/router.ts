import { router } from './procedures.ts'
import { clockRouter } from './routers/clock.ts'
import { conversationsRouter } from './routers/conversations.ts'
import { draftsRouter } from './routers/drafts.ts'
import { filesRouter } from './routers/files.ts'
import { invitationsRouter } from './routers/invitations.ts'
import { membersRouter } from './routers/members.ts'
import { messagesRouter } from './routers/messages.ts'
import { moderationRouter } from './routers/moderation.ts'
import { noticesRouter } from './routers/notices.ts'
import { operationsRouter } from './routers/operations.ts'
import { othersScheduledRouter } from './routers/others-scheduled.ts'
import { scheduledRouter } from './routers/scheduled.ts'
import { searchRouter } from './routers/search.ts'
import { seriesRouter } from './routers/series.ts'
import { sessionRouter } from './routers/session.ts'
import { syncRouter } from './routers/sync.ts'
import { tokensRouter } from './routers/tokens.ts'
import { webhooksRouter } from './routers/webhooks.ts'
import { workspacesRouter } from './routers/workspaces.ts'

export const appRouter = router({
  clock: clockRouter,
  session: sessionRouter,
  workspaces: workspacesRouter,
  invitations: invitationsRouter,
  members: membersRouter,
  conversations: conversationsRouter,
  messages: messagesRouter,
  files: filesRouter,
  search: searchRouter,
  sync: syncRouter,
  scheduled: scheduledRouter,
  othersScheduled: othersScheduledRouter,
  drafts: draftsRouter,
  series: seriesRouter,
  notices: noticesRouter,
  operations: operationsRouter,
  tokens: tokensRouter,
  webhooks: webhooksRouter,
  moderation: moderationRouter,
})

/** What the browser knows of this door. */
export type AppRouter = typeof appRouter
