/**
 * Whether a spreadsheet would take a text for a formula: full-width signs too, in East Asian editions
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const isFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r\n]/.test(text);
