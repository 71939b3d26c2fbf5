'use client'

/** Stands where one would write. */
export const Closed = ({ archived }: { archived: boolean }) => (
  <p role="status" className="mx-4 mb-4 rounded-large border border-line bg-sunken px-4 py-3 text-muted sm:mx-6">
    {archived
      ? 'This channel is archived. Its history stays readable; nobody can post in it any more.'
      : 'Only administrators post in this channel.'}
  </p>
)
