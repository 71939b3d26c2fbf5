/** Somebody who is not of the demo, with an account of their own: invited by link, or with a workspace of their own. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './journey.ts'

/**
 * @param anna where an administrator can make an invitation: the people page
 * @param device the newcomer's; its zone becomes that of their profile
 * @returns their first page, in #general
 */
export async function join(anna: Page, device: BrowserContext, name: string): Promise<Page> {
  await anna.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await anna.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  const page = await device.newPage()
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await createAccount(page, name)
  await page.getByRole('form', { name: 'Join the workspace' }).getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
  return page
}

/** @returns their first page, in #general of a workspace where nobody else is and nothing was said */
export async function ownWorkspace(device: BrowserContext, name: string, workspace: string): Promise<Page> {
  const page = await device.newPage()
  await page.goto('/sign-up')
  await createAccount(page, name)
  await page.getByRole('textbox', { name: 'Workspace name' }).fill(workspace)
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
  return page
}

async function createAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${crypto.randomUUID()}@journey.test`)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
}
