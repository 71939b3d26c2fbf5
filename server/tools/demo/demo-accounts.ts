import { randomBytes } from 'node:crypto'
import type { Auth } from '#server/auth/create-auth.ts'
import type { Prisma } from '#server/mysql/prisma.ts'
import type { SignedIn } from '#server/usecases/workspaces/create-workspace.ts'

export type DemoAccount = SignedIn & { password: string }

/** Makes the sign-in, or gives an existing one a new password: only the demo file knows passwords. */
export async function openAccount(
  auth: Auth,
  prisma: Prisma,
  person: { name: string; email: string },
): Promise<DemoAccount> {
  const password = randomBytes(12).toString('base64url')
  const existing = await prisma.user.findUnique({ where: { email: person.email } })
  if (existing) {
    const { internalAdapter, password: passwords } = await auth.$context
    await internalAdapter.updatePassword(existing.id, await passwords.hash(password))
    return { accountId: existing.id, name: existing.name, email: existing.email, password }
  }
  const { user } = await auth.api.signUpEmail({ body: { ...person, password } })
  // Signing up signs in; nobody holds this session.
  await prisma.session.deleteMany({ where: { userId: user.id } })
  return { accountId: user.id, name: user.name, email: user.email, password }
}
