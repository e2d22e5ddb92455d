/** Turns `+12025550123` into `+1202•••0123`. */
export const maskPhone = (number: string): string =>
  number.length < 8 ? '•••' : `${number.slice(0, -7)}•••${number.slice(-4)}`
