declare module "fs-native-extensions" {
  const locks: {
    /** Takes an exclusive operating-system lock on a writable descriptor, or on some of its bytes; false if another descriptor holds it. */
    tryLock(fd: number, ...bytes: readonly number[]): boolean;
  };
  export default locks;
}
