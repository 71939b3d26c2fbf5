/** How long something takes, in words. Apart from instants: the room's first load needs none of it. */

/** `in 2 days, 3 h`, `in 4 min 12 s`, `12 s ago`: the two largest units. */
export function distance(from_ms: number, to_ms: number): string {
  const text = span(Math.abs(to_ms - from_ms))
  return to_ms >= from_ms ? `in ${text}` : `${text} ago`
}

/** `2 days, 3 h`, `1 h 5 min`, `4 min 12 s`, `9 s` */
export function span(duration_ms: number): string {
  const total = Math.max(0, Math.floor(duration_ms / 1000))
  const [days, hours, minutes, seconds] = [
    Math.floor(total / 86_400),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
    total % 60,
  ]
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? `, ${hours} h` : ''}`
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`
  if (minutes > 0) return `${minutes} min${seconds > 0 ? ` ${seconds} s` : ''}`
  return `${seconds} s`
}

/** `4:12`, `1:04:12`: a countdown, rounded up so that 0:00 means now. */
export function countdown(left_ms: number): string {
  const total = Math.max(0, Math.ceil(left_ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
