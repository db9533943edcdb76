# What a schema file of migrations looks like.
ActiveRecord::Schema[7.1].define(version: 2024_01_01) do
  create_table "users", force: :cascade do |t|
    t.string "email", null: false
    t.index ["email"], name: "index_users_on_email"
  end
end

class AddLockedToUsers < ActiveRecord::Migration[7.1]
  def change
    add_column :users, :locked, :boolean
  end
end
