'use client'
import { patternPieces, segmentsOf } from '#server/domain/message/time-token.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'

const TimeMark = lazyPart(() => import('#app/_ui/time-mark.tsx').then((m) => m.TimeMark))

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
        meanwhile={segment.time.fallback}
      />
    ),
  )
