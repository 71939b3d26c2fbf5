/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The official Slack SDKs refuse every redirect, also this one (N1).
  skipTrailingSlashRedirect: true,
  // `npm run check` proves the types of the whole tree, tests included; a build must not depend on those.
  typescript: { ignoreBuildErrors: true },
  // In development requests are listed with their addresses, and these hold a secret.
  logging: { incomingRequests: { ignore: [/^\/services\//] } },
  // Drivers keep their own files and sockets; bundling them into the server build breaks both.
  serverExternalPackages: [
    ...['ioredis', 'mysql2', 'mariadb', '@prisma/client', '@prisma/adapter-mariadb', 'pino'],
    ...['api', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => `@opentelemetry/${name}`),
  ],
  // Fewer, larger files: what a page loads together compresses better in one.
  experimental: { turbopackChunking: { minChunkSize: 300_000, maxChunkCountPerGroup: 6 } },
  // Dexie's own entry leads bundlers to its build for old browsers, a sixth larger.
  turbopack: { resolveAlias: { dexie: 'dexie/dist/modern/dexie.min.mjs' } },
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
      ],
    },
    // Pages get theirs from `proxy.ts`, with a nonce.
    {
      source: '/api/:path*',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    },
    // The bytes of files, whatever they are (server/web/serve-files.ts): what stands here wins over what a route says.
    {
      source: '/api/files/:path*',
      headers: [
        { key: 'Referrer-Policy', value: 'no-referrer' },
        { key: 'Content-Security-Policy', value: "default-src 'none'; sandbox; frame-ancestors 'none'" },
      ],
    },
  ],
}
