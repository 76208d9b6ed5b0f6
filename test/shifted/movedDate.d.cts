export const offset: number;
export function moveDate(globals: { Date: DateConstructor }, milliseconds: number): void;
