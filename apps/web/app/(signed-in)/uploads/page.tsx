import { redirect } from 'next/navigation'

/** Lists recent uploads on the page where a new one begins. */
export default function UploadsPage() {
  redirect('/uploads/new')
}
