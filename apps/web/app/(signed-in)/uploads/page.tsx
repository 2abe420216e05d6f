import { redirect } from 'next/navigation'

/** Recent uploads are listed where a new one begins. */
export default function UploadsPage() {
  redirect('/uploads/new')
}
