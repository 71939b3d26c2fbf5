/**
 * Fixed for good except by a new version that old clients refuse. `frame-version.test.ts` holds it to the schema.
 * Apart from the schemas: a browser compares versions, and would load the whole validator for one number.
 */
export const FRAME_VERSION = 2
