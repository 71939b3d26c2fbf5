'use client'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { SelectField, TextArea, TextField } from '#app/_ui/text-field.tsx'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'
import { Specimen } from './specimen.tsx'

const LOOKS = ['primary', 'plain', 'quiet', 'danger'] as const

export function ControlSpecimens() {
  const [zone, setZone] = useState('Asia/Kathmandu')
  return (
    <>
      {LOOKS.map((look) => (
        <Specimen key={look} title={`Button, ${look}`}>
          <Button look={look}>Schedule</Button>
          <Button look={look}>
            <Send size={16} aria-hidden /> With icon
          </Button>
          <Button look={look} busy>
            At work
          </Button>
          <Button look={look} disabled>
            Off
          </Button>
        </Specimen>
      ))}
      <Specimen title="Icon button">
        <IconButton label="Add">
          <Plus size={18} aria-hidden />
        </IconButton>
        <IconButton label="Add, off" disabled>
          <Plus size={18} aria-hidden />
        </IconButton>
      </Specimen>
      <Specimen title="Text field">
        <TextField label="Plain" defaultValue="general" />
        <TextField label="With a hint" placeholder="9:00" hint="Also 14:30:15 or 4pm" />
        <TextField label="Refused" defaultValue="yesterday" error="That time has already passed." />
        <TextField label="Off" defaultValue="cannot be changed" disabled />
      </Specimen>
      <Specimen title="Text area, select, time zone">
        <TextArea label="Text" rows={3} dir="auto" defaultValue="مرحبا بالجميع" />
        <SelectField label="Clock" defaultValue="24">
          <option value="12">12 hours</option>
          <option value="24">24 hours</option>
        </SelectField>
        <ZonePicker value={zone} onChange={setZone} at_ms={serverNow()} />
      </Specimen>
    </>
  )
}
