import { plainText } from '#server/domain/message/time-token.ts'
import type { Names } from './names.ts'

/** A stored text in one piece, where nothing of it is drawn: people, channels and times as words. */
export const shownText = (names: Pick<Names, 'toField'>, stored: string): string => names.toField(plainText(stored))
