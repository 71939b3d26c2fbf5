import { Queries } from '#app/_client/react/queries.tsx'
import { HomeRedirect } from '#app/_features/account/home-redirect.tsx'

export default function HomePage() {
  return (
    <Queries>
      <HomeRedirect />
    </Queries>
  )
}
