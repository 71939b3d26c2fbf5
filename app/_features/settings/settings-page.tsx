'use client'
import type { ReactNode } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { useDeviceChoice } from '#app/_ui/device-choice.ts'
import { LETTER_KEYS } from '#app/_ui/keys.ts'
import { SelectField } from '#app/_ui/text-field.tsx'
import { useTheme, type Theme } from '#app/_ui/theme.ts'
import { useClock, type Clock } from '#app/_ui/time-style.tsx'
import { ContentRules } from './content-rules-form.tsx'
import { DeviceStore } from './device-store.tsx'
import { PresetsForm } from './presets-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SchedulingPolicy } from './scheduling-policy.tsx'
import { Sessions } from './sessions.tsx'
import { SignOut } from './sign-out.tsx'
import { AllTokens, OwnTokens } from './token-section.tsx'
import { AllWebhooks, OwnWebhooks } from './webhook-section.tsx'
import { WorkingHoursForm } from './working-hours-form.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

/** One's own settings, this device's, and for administrators the workspace's. */
export function SettingsPage() {
  const { me, name } = useWorkspace()
  return (
    <div className="scroll-calm min-h-0 flex-1">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-9 px-4 py-6 sm:px-6">
        <Section title="You" note={`How you appear in ${name}. Signed in as ${me.email}.`}>
          <ProfileForm />
          <PresetsForm whose="own" />
        </Section>
        <Section
          title="Working hours"
          note="In your time zone. Others see when a time they choose is outside of them; until you change them they are Monday to Friday, nine to five."
        >
          <WorkingHoursForm />
        </Section>
        <Section title="This device" note="Kept in this browser only.">
          <Appearance />
          <DeviceStore />
        </Section>
        <Section title="Sessions" note="Where your account is signed in.">
          <Sessions />
          <SignOut />
        </Section>
        <Section
          title="Your tokens"
          note="For programs of yours that use the Slack-compatible API: each speaks as you, within its scopes."
        >
          <OwnTokens />
        </Section>
        <Section
          title="Your incoming webhooks"
          note="Addresses that programs of yours post to, each into one channel, as you and only while you may post there."
        >
          <OwnWebhooks />
        </Section>
        {me.role !== 'member' && (
          <Section title="Workspace" note="For everyone. You see this as an administrator.">
            <WorkspaceForm />
            <SchedulingPolicy />
            <PresetsForm whose="workspace" />
          </Section>
        )}
        {me.role !== 'member' && (
          <Section
            title="Words and links"
            note="What nobody may post here, whether typed, edited, scheduled or sent by a program. What was scheduled before a rule is looked at again when it is sent."
          >
            <ContentRules />
          </Section>
        )}
        {me.role !== 'member' && (
          <Section
            title="Apps and tokens"
            note="Every token that reaches this workspace through the Slack-compatible API: of apps and of people."
          >
            <AllTokens />
          </Section>
        )}
        {me.role !== 'member' && (
          <Section
            title="Incoming webhooks"
            note="Every address that programs post to in this workspace, with who made it."
          >
            <AllWebhooks />
          </Section>
        )}
      </div>
    </div>
  )
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div>
        <h2 className="text-lead font-semibold">{title}</h2>
        {note && <p className="text-small text-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}

function Appearance() {
  const [theme, setTheme] = useTheme()
  const [clock, setClock] = useClock()
  const [letters, setLetters] = useDeviceChoice(LETTER_KEYS, ['on', 'off'], 'on')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Theme" value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        <option value="system">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </SelectField>
      <SelectField label="Clock" value={clock} onChange={(event) => setClock(event.target.value as Clock)}>
        <option value="auto">As the browser</option>
        <option value="12">12 hours (9:00 AM)</option>
        <option value="24">24 hours (09:00)</option>
      </SelectField>
      <SelectField
        label="Shortcuts of one letter"
        hint="? for the list of all; J, K, E, R, S and X where scheduled messages stand."
        value={letters}
        onChange={(event) => setLetters(event.target.value === 'off' ? 'off' : 'on')}
      >
        <option value="on">On</option>
        <option value="off">Off: letters do nothing outside of a field</option>
      </SelectField>
    </div>
  )
}
