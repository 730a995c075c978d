/** Who holds a session. */
export interface Person {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** A one-time password opens nothing but the form that replaces it. */
  mustChangePassword: boolean;
}

/** Which of their organizations a person has chosen to act for, where the host names none. Their membership decides, not this. */
export const ORGANIZATION_COOKIE = 'stockwright.organization';
