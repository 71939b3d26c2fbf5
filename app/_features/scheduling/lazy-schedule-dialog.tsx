'use client'
import { lazyPart } from '#app/_ui/lazy-part.tsx'

/** With its calendar and its reader of words it comes after the page: most visits schedule nothing. */
export const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((m) => m.ScheduleDialog))
