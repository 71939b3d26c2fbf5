'use client'
import { patternPieces, segmentsOf } from '#server/domain/message/time-token.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { TimeMark } from '#app/_ui/time-mark.tsx'

/** A message as it is read: times in it stand on the reader's clock. */
export const MessageText = ({ text }: { text: string }) =>
  segmentsOf(text).map((segment, index) =>
    'text' in segment ? (
      segment.text
    ) : (
      <TimeMark
        key={index}
        at_ms={segment.time.at_s * 1000}
        pieces={patternPieces(segment.time.pattern)}
        original={segment.time.fallback}
        now={serverNow}
      />
    ),
  )
