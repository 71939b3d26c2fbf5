/*
 * Lets a workspace open without a connection: its page and the files it needs are kept from the last visit.
 * Answers only for navigation to a workspace and for files whose name changes with their content; never for data,
 * which the page keeps in its own store. Online, the network always comes first, so a new version shows at once.
 */
const KEEP = 'carillon-shell-1'
/** Files of earlier versions go, oldest first, beyond this many. */
const MOST_ENTRIES = 250

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEEP).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** A page tells what it was drawn from: on the first visit that was loaded before this worker was there. */
self.addEventListener('message', (event) => {
  const { page, files } = event.data
  event.waitUntil(Promise.allSettled([keepPage(page), ...files.map((file) => keepFile(file))]).then(dropOldest))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/_next/static/')) event.respondWith(fixedFile(event))
  else if (request.mode === 'navigate' && url.pathname.startsWith('/client/')) event.respondWith(workspacePage(event, url))
})

/** Named by its content, so what is kept is always right. */
async function fixedFile(event) {
  const { request } = event
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) event.waitUntil(keep(request, answer))
  return answer
}

/** One page serves every address of a workspace: without a connection, the one kept last serves them all. */
async function workspacePage(event, url) {
  const name = nameOf(url.pathname)
  try {
    const answer = await fetch(event.request)
    // Beside the answer, not before it: the page is drawn while it is being kept.
    if (answer.ok && !answer.redirected) event.waitUntil(keep(name, answer))
    return answer
  } catch (error) {
    const kept = await caches.match(name)
    if (kept) return kept
    throw error
  }
}

const nameOf = (pathname) => `/client/${pathname.split('/')[2]}`

async function keepPage(pathname) {
  const answer = await fetch(pathname)
  if (answer.ok && !answer.redirected) await keep(nameOf(pathname), answer)
}

async function keepFile(url) {
  if (await caches.match(url)) return
  const answer = await fetch(url)
  if (answer.ok) await keep(url, answer)
}

/** The cache lists its entries in the order they were put. */
async function dropOldest() {
  const cache = await caches.open(KEEP)
  const entries = await cache.keys()
  await Promise.all(entries.slice(0, Math.max(0, entries.length - MOST_ENTRIES)).map((entry) => cache.delete(entry)))
}

/** A full disk must not cost the page itself. */
async function keep(name, answer) {
  const copy = answer.clone()
  try {
    await (await caches.open(KEEP)).put(name, copy)
  } catch (error) {
    console.warn('not kept for reading offline', error)
  }
}
