'use client'
import './globals.css'

/** Where a page or even its frame failed: it stands by itself. Fetched with every page, so in few words. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body className="p-8 text-center">
        <title>Carillon</title>
        <main role="alert">
          <h1 className="text-title">This page could not be shown</h1>
          <p>Something failed while drawing it. Your drafts and messages are safe on this device.</p>
          <button className="p-3 text-brass underline" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
