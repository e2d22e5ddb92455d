/** Version of product and API, as in package.json. */
export const version = '0.2.0'
