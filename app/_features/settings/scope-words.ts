import type { Scope } from '#server/domain/member/scopes.ts'

/** What each scope lets a program do, in the order people think of it. */
export const SCOPE_WORDS: Record<Scope, string> = {
  'chat:write': 'Write and schedule messages where it is a member',
  'chat:write.public': 'Write in public channels without joining',
  'channels:read': 'List public channels',
  'channels:history': 'Read public channels',
  'channels:join': 'Join public channels',
  'channels:manage': 'Create and change public channels',
  'groups:read': 'List private channels it is in',
  'groups:history': 'Read private channels it is in',
  'groups:write': 'Create and change private channels',
  'im:read': 'List its direct messages',
  'im:history': 'Read its direct messages',
  'im:write': 'Open direct messages',
  'mpim:read': 'List its group messages',
  'mpim:history': 'Read its group messages',
  'mpim:write': 'Open group messages',
  'emoji:read': 'See the workspace’s own emoji',
  'team:read': 'See the name of the workspace',
  'users.profile:read': 'See people’s profiles',
  'files:read': 'Read files that are shown where it may read',
  'files:write': 'Upload files, post them and delete its own',
  'search:read': 'Search in everything the person can read',
  'pins:read': 'See what is pinned where it can read',
  'pins:write': 'Pin messages where it is a member',
  'reactions:read': 'See reactions to messages it can read',
  'reactions:write': 'React to messages where it is a member',
  'users:read': 'See who is in the workspace',
  'users:read.email': 'See e-mail addresses',
}

/** Enough to post and to schedule; whoever needs more ticks it. */
export const USUAL_SCOPES: readonly Scope[] = ['chat:write', 'channels:read', 'users:read']
