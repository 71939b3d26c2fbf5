import { describe, expect, test } from 'vitest'
import { parseId, type ConversationId, type WorkspaceId } from '#server/domain/ids.ts'
import { conversationPath, homePath, placeOfPath, sectionPath, workspaceOfPath } from './paths.ts'

const workspaceId = parseId<WorkspaceId>('387283911823458304')
const id = parseId<ConversationId>('387283911823458305')

describe('addresses of a workspace', () => {
  test('lead back to what they were made for', () => {
    expect(workspaceOfPath(homePath(workspaceId))).toBe(workspaceId)
    expect(placeOfPath(homePath(workspaceId))).toEqual({ at: 'home' })
    expect(placeOfPath(sectionPath(workspaceId, 'scheduled'))).toEqual({ at: 'scheduled' })
    for (const kind of ['public', 'private', 'direct'] as const) {
      expect(placeOfPath(conversationPath(workspaceId, { id, kind }))).toEqual({
        at: 'conversation',
        conversationId: id,
      })
    }
  })

  test('a mistyped id leads nowhere instead of to another room', () => {
    const path = conversationPath(workspaceId, { id, kind: 'public' })
    expect(placeOfPath(`${path.slice(0, -2)}${path.at(-2) === 'A' ? 'B' : 'A'}${path.at(-1)}`)).toEqual({
      at: 'nowhere',
    })
    expect(placeOfPath(`${path}/x`)).toEqual({ at: 'nowhere' })
    expect(workspaceOfPath('/client/T123/scheduled')).toBeNull()
  })
})
