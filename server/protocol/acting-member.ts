/**
 * The request header in which a page names the member it shows. All pages of a browser share one session cookie, so
 * after somebody else signed in, an older page would otherwise act, and keep rows, in their name.
 */
export const ACTING_MEMBER_HEADER = 'x-carillon-member'
