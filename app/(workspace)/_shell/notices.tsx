'use client'
import { ClockNotice } from '#app/_features/connection/clock-notice.tsx'
import { ConnectionNotice } from '#app/_features/connection/connection-notice.tsx'
import { SignedOutNotice } from '#app/_features/connection/signed-out-notice.tsx'
import { NoticeBanner } from '#app/_features/scheduling/notice-banner.tsx'
import { ToastKey } from '#app/_features/shortcuts/toast-key.ts'
import { TooltipLayer } from '#app/_ui/tooltip-layer.tsx'

/** What may have to be said on any page, the key to what was just said, and the names of buttons. Nothing of it is there at first. */
export const Notices = () => (
  <>
    <SignedOutNotice />
    <ClockNotice />
    <NoticeBanner />
    <ConnectionNotice />
    <ToastKey />
    <TooltipLayer />
  </>
)
