/** A new portal's only user is its owner, who does what people do in it; no user has been archived. */
export const portalOwner = {
  id: '5501',
  email: 'owner@example.com',
  type: 'PERSON',
  firstName: 'Portal',
  lastName: 'Owner',
  userId: 20_001,
  createdAt: '2024-03-04T09:30:00.000Z',
  updatedAt: '2026-05-06T07:08:09.010Z',
  archived: false,
  teams: [],
};
