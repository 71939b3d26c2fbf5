/** Whether a text is `/schedule …` or `/remind …`, complete or not: Enter must not send it as a message. Apart from how they are read, which no first visit needs. */
export const isCommand = (text: string): boolean => /^\/(?:schedule|remind)(?:\s|$)/i.test(text)
