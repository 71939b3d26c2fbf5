import { Queries } from '#app/_client/react/queries.tsx'
import { HomeRedirect } from '#app/_features/account/home-redirect.tsx'

/** A short address for whoever runs it. */
export default function OpsPage() {
  return (
    <Queries>
      <HomeRedirect section="ops" />
    </Queries>
  )
}
