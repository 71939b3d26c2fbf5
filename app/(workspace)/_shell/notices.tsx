'use client'
import { ClockNotice } from '#app/_features/connection/clock-notice.tsx'
import { ConnectionNotice } from '#app/_features/connection/connection-notice.tsx'
import { SignedOutNotice } from '#app/_features/connection/signed-out-notice.tsx'
import { NoticeBanner } from '#app/_features/scheduling/notice-banner.tsx'
import { TooltipLayer } from '#app/_ui/tooltip-layer.tsx'

/** What may have to be said above any page, and the names of its buttons. Nothing of it is there at first. */
export const Notices = () => (
  <>
    <SignedOutNotice />
    <ClockNotice />
    <NoticeBanner />
    <ConnectionNotice />
    <TooltipLayer />
  </>
)
