import { HomeRedirect } from '#app/_features/account/home-redirect.tsx'

export default function HomePage() {
  return <HomeRedirect />
}
