const address = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

/** Whether a text looks like an e-mail address: something on either side of one `@`, without spaces. */
export const isEmail = (text: string): boolean => address.test(text)
