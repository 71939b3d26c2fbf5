/** What doors know of a file. */
export { toAttached, type FileRow, type FileShare } from '#server/mysql/files.ts'
