/** Lists of ready-made times as columns keep them. They were checked when they were stored. */
import type { PresetRule } from '#server/domain/time/presets.ts'

export const parsePresets = (stored: string | null): PresetRule[] | null =>
  stored === null ? null : (JSON.parse(stored) as PresetRule[])

export const presetsText = (presets: readonly PresetRule[] | null): string | null =>
  presets === null ? null : JSON.stringify(presets)
