'use client'
import { AlertTriangle, CalendarClock, Clock, X } from 'lucide-react'
import { Avatar } from '#app/_ui/avatar.tsx'
import { Banner } from '#app/_ui/banner.tsx'
import { Button } from '#app/_ui/button.tsx'
import { CountBadge } from '#app/_ui/count-badge.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { Logo } from '#app/_ui/logo.tsx'
import { LongList } from '#app/_ui/long-list.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { Specimen } from './specimen.tsx'

const NAMES = ['Ana Souza', 'فاطمة الزهراء', '🦊 Zoë', 'Wolfeschlegelsteinhausenbergerdorff']

export function StateSpecimens() {
  return (
    <>
      <Specimen title="Logo, avatars, counts">
        <Logo size={32} />
        {NAMES.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Kenji Sato" size="small" />
        <Avatar name="Kenji Sato" size="large" />
        <NameButton name="Kenji Sato" onPress={nothing} />
        <CountBadge count={3} />
        <CountBadge count={12} loud />
        <CountBadge count={1} alarming />
        <CountBadge count={1000} />
      </Specimen>
      <Specimen title="Banners">
        <Banner label="Plain" icon={<Clock size={18} aria-hidden />}>
          Connecting again…
        </Banner>
        <Banner tone="warn" label="Warning" icon={<Clock size={18} aria-hidden />}>
          You are offline. What you write is kept and sent later.
        </Banner>
        <Banner
          tone="danger"
          label="Danger"
          icon={<AlertTriangle size={18} aria-hidden />}
          actions={<Button look="quiet">See what to do</Button>}
          dismiss={
            <IconButton label="Dismiss">
              <X size={16} aria-hidden />
            </IconButton>
          }
        >
          A message could not be sent.
        </Banner>
      </Specimen>
      <Specimen title="Nothing here">
        <EmptyState
          icon={<CalendarClock size={28} aria-hidden />}
          title="Nothing is scheduled"
          action={<Button>Write one</Button>}
        >
          What you schedule stands here.
        </EmptyState>
      </Specimen>
      <Specimen title="Could not be loaded">
        <ErrorPanel title="The members could not be loaded" reason="The server cannot be reached." onRetry={nothing} />
      </Specimen>
      <Specimen title="Loading">
        <div className="w-full">
          <SkeletonRows rows={2} label="Loading, as it looks" />
        </div>
      </Specimen>
      <Specimen title="Long list">
        <div className="w-full">
          <LongList label="Many" items={Array.from({ length: 200 }, (_, i) => i + 1)} className="flex flex-wrap gap-2">
            {(n) => <li key={n}>{n}</li>}
          </LongList>
        </div>
      </Specimen>
    </>
  )
}

function nothing(): void {}
