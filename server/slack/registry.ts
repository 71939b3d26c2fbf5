import type { OpenMethod, SlackMethod } from './method.ts'
import { apiTest } from './methods/api-test.ts'
import { authTest } from './methods/auth-test.ts'
import { chatDelete } from './methods/chat-delete.ts'
import { chatDeleteScheduledMessage } from './methods/chat-delete-scheduled-message.ts'
import { chatGetPermalink } from './methods/chat-get-permalink.ts'
import { chatMeMessage } from './methods/chat-me-message.ts'
import { chatPostMessage } from './methods/chat-post-message.ts'
import { chatScheduleMessage } from './methods/chat-schedule-message.ts'
import { chatScheduledMessagesList } from './methods/chat-scheduled-messages-list.ts'
import { chatScheduledSeriesList } from './methods/chat-scheduled-series-list.ts'
import { chatUpdate } from './methods/chat-update.ts'
import { chatUpdateScheduledMessage } from './methods/chat-update-scheduled-message.ts'
import { chatUpdateScheduledSeries } from './methods/chat-update-scheduled-series.ts'
import {
  conversationsArchive,
  conversationsKick,
  conversationsLeave,
  conversationsRename,
  conversationsSetPurpose,
  conversationsSetTopic,
  conversationsUnarchive,
} from './methods/conversations-change.ts'
import { conversationsCreate } from './methods/conversations-create.ts'
import { conversationsHistory } from './methods/conversations-history.ts'
import { conversationsInfo } from './methods/conversations-info.ts'
import { conversationsInvite } from './methods/conversations-invite.ts'
import { conversationsJoin } from './methods/conversations-join.ts'
import { conversationsList } from './methods/conversations-list.ts'
import { conversationsMark } from './methods/conversations-mark.ts'
import { conversationsMembers } from './methods/conversations-members.ts'
import { conversationsOpen } from './methods/conversations-open.ts'
import { filesCompleteUploadExternal } from './methods/files-complete-upload-external.ts'
import { filesDelete } from './methods/files-delete.ts'
import { filesGetUploadUrlExternal } from './methods/files-get-upload-url-external.ts'
import { filesInfo } from './methods/files-info.ts'
import { filesList } from './methods/files-list.ts'
import { conversationsReplies } from './methods/conversations-replies.ts'
import { pinsAdd, pinsList, pinsRemove } from './methods/pins.ts'
import { reactionsAdd, reactionsRemove } from './methods/reactions-change.ts'
import { reactionsGet } from './methods/reactions-get.ts'
import { reactionsList } from './methods/reactions-list.ts'
import { searchMessages } from './methods/search-messages.ts'
import { usersConversations } from './methods/users-conversations.ts'
import { usersInfo } from './methods/users-info.ts'
import { usersList } from './methods/users-list.ts'
import { usersLookupByEmail } from './methods/users-lookup-by-email.ts'
import { botsInfo, emojiList, teamInfo, usersProfileGet } from './methods/workspace-facts.ts'

const METHODS: readonly (SlackMethod | OpenMethod)[] = [
  apiTest,
  authTest,
  botsInfo,
  chatDelete,
  chatDeleteScheduledMessage,
  chatGetPermalink,
  chatMeMessage,
  chatPostMessage,
  chatScheduleMessage,
  chatScheduledMessagesList,
  chatScheduledSeriesList,
  chatUpdate,
  chatUpdateScheduledMessage,
  chatUpdateScheduledSeries,
  conversationsArchive,
  conversationsCreate,
  conversationsHistory,
  conversationsInfo,
  conversationsInvite,
  conversationsJoin,
  conversationsKick,
  conversationsLeave,
  conversationsList,
  conversationsMark,
  conversationsMembers,
  conversationsOpen,
  filesCompleteUploadExternal,
  filesDelete,
  filesGetUploadUrlExternal,
  filesInfo,
  filesList,
  conversationsRename,
  conversationsReplies,
  conversationsSetPurpose,
  conversationsSetTopic,
  conversationsUnarchive,
  emojiList,
  pinsAdd,
  pinsList,
  pinsRemove,
  reactionsAdd,
  reactionsGet,
  reactionsList,
  reactionsRemove,
  searchMessages,
  teamInfo,
  usersConversations,
  usersInfo,
  usersList,
  usersLookupByEmail,
  usersProfileGet,
]
const BY_NAME = new Map(METHODS.map((method) => [method.name, method]))

export const findMethod = (name: string): SlackMethod | OpenMethod | undefined => BY_NAME.get(name)
