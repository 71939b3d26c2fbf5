import { OWN_DATABASES } from './store/database.ts'

/** Removes what this browser keeps of every workspace, for signing out on a device that others use. */
export async function forgetDevice(): Promise<void> {
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name }) => name ?? '')
  await Promise.all(names.filter((name) => name.startsWith(OWN_DATABASES)).map(deleteDatabase))
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('carillon:workspace:')) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    // Storage is refused: then nothing is kept in it either.
  }
}

/** Resolves also when another tab still holds it: it is deleted as soon as that one lets go. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
