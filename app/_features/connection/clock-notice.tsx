'use client'
import { Clock, X } from 'lucide-react'
import { useState } from 'react'
import { useClockSkew } from '#app/_client/react/use-clock-skew.ts'
import { Banner } from '#app/_ui/banner.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { span } from '#app/_ui/span-text.ts'

/** A wrong clock on this device changes nothing about what is sent when; but its owner looks at it. */
export function ClockNotice() {
  const skew_ms = useClockSkew()
  const [dismissed, setDismissed] = useState(false)
  if (skew_ms === null || dismissed) return null
  return (
    <Banner
      tone="warn"
      icon={<Clock size={16} aria-hidden />}
      label="This device’s clock"
      actions={
        <IconButton label="Dismiss" onClick={() => setDismissed(true)}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    >
      <span className="tabular-nums">
        This device’s clock is {span(Math.abs(skew_ms))} {skew_ms > 0 ? 'slow' : 'fast'}. Times and countdowns here
        follow the server’s clock, so your messages go out at the right moment.
      </span>
    </Banner>
  )
}
