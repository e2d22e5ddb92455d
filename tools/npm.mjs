/**
 * Program, arguments and shell option to start npm. Windows can start `npm.cmd` only in a shell.
 */
export const npmCommand = (...args) => {
  const { npm_execpath: npm } = process.env
  return npm
    ? { file: process.execPath, args: [npm, ...args], shell: false }
    : { file: 'npm', args, shell: process.platform === 'win32' }
}
