'use client'
import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { useId, useMemo, type ReactNode } from 'react'
import { Field, FIELD_LOOK } from './text-field.tsx'
import { zoneOffset } from './time-text.ts'
import { presentName } from './zone-names.ts'

type Props = {
  value: string
  onChange: (zone: string) => void
  /** The instant whose offsets are shown beside the names, in epoch milliseconds. */
  at_ms: number
  label?: string
  hint?: ReactNode
}

/** A searchable list of IANA zones: by name, by city, by offset. */
export function ZonePicker({ value, onChange, at_ms, label = 'Time zone', hint }: Props) {
  const id = useId()
  const zones = useMemo(() => allZones(value), [value])
  return (
    <Field id={id} label={label} hint={hint}>
      <Combobox.Root
        items={zones}
        value={value}
        onValueChange={(zone) => zone && onChange(zone)}
        limit={80}
        filter={matches(at_ms)}
        autoHighlight
      >
        <div className="relative">
          <Combobox.Input id={id} className={`${FIELD_LOOK} pr-9`} onFocus={(event) => event.currentTarget.select()} />
          <Combobox.Trigger
            aria-label={`Show the list: ${label}`}
            className="absolute inset-y-0 right-0 flex w-9 items-center justify-center text-muted"
          >
            <ChevronDown size={16} aria-hidden />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
            <Combobox.Popup className="scroll-calm max-h-72 w-(--anchor-width) rounded-base border border-line bg-raised p-1 text-ink shadow-float outline-none">
              <Combobox.Empty className="text-muted">
                <div className="px-2.5 py-2">No zone has that name. Try the nearest large city.</div>
              </Combobox.Empty>
              <Combobox.List>
                {(zone: string) => (
                  <Combobox.Item
                    key={zone}
                    value={zone}
                    className="flex min-h-(--touch) cursor-pointer items-center gap-2 rounded-small px-2.5 outline-none select-none data-[highlighted]:bg-hover"
                  >
                    <span className="min-w-0 flex-1 truncate">{zone.replaceAll('_', ' ')}</span>
                    <span className="time text-small text-muted">{zoneOffset(at_ms, zone)}</span>
                    <Combobox.ItemIndicator className="text-brass">
                      <Check size={14} aria-hidden />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  )
}

/** What this browser knows, and `current` even where it is an older name. */
function allZones(current: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').map(presentName).toSorted()
  return [...new Set([...(known.includes(current) ? [] : [current]), ...known, 'UTC'])]
}

/** A word of the name begins with what was typed, or its offset is that: `new y`, `kolk`, `UTC+5:30`. */
const matches = (at_ms: number) => (zone: string, query: string) => {
  const wanted = query.trim().toLowerCase().replaceAll('_', ' ')
  const name = zone.toLowerCase().replaceAll('_', ' ')
  return (
    name.startsWith(wanted) ||
    name.replaceAll('/', ' ').includes(` ${wanted}`) ||
    zoneOffset(at_ms, zone).toLowerCase() === wanted
  )
}
