import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { fontClasses } from './_ui/fonts.ts'
import { THEME_SCRIPT } from './_ui/theme-script.ts'
import { Providers } from './providers.tsx'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Carillon', template: '%s · Carillon' },
  description: 'A workplace messenger whose scheduled messages arrive exactly once, on their second.',
  icons: { icon: '/icon.svg' },
  manifest: '/manifest.webmanifest',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f3efe7' },
    { media: '(prefers-color-scheme: dark)', color: '#14120f' },
  ],
}

/** A page made ahead of its request could not carry the nonce that lets its scripts run (`proxy.ts`). */
export const dynamic = 'force-dynamic'

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontClasses} suppressHydrationWarning>
      <body>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
