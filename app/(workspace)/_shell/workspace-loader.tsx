'use client'
import dynamic from 'next/dynamic'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** Drawn in the browser only: everything it shows comes from the device's own store. */
export const WorkspaceLoader = dynamic(() => import('./workspace-app.tsx').then((module) => module.WorkspaceApp), {
  ssr: false,
  loading: ShellSkeleton,
})
